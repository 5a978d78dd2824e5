"""A web server for tests: server.py [CERTIFICATE KEY]. Prints its port, and then every request."""

import base64
import hashlib
import http.server
import ssl
import sys
import time

CONTENT = b"hello\n"
DATE = "Wed, 01 Jan 2020 00:00:00 GMT"
LARGE = 64 * 1024 * 1024


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self.answer(False)

    def do_GET(self):
        self.answer(True)

    def log_message(self, *_):
        pass

    def drip(self):
        try:
            while True:
                self.wfile.write(b"x")
                self.wfile.flush()
                time.sleep(0.2)
        except OSError:
            self.close_connection = True

    def answer(self, has_body):
        print(self.command, self.path, self.headers.get("Range", "-"), flush=True)
        code, headers = 200, {}
        if self.path == "/md5":
            headers["Content-MD5"] = base64.b64encode(hashlib.md5(CONTENT).digest()).decode()
        elif self.path == "/sha1":
            headers["X-Checksum-Sha1"] = hashlib.sha1(CONTENT).hexdigest()
        elif self.path == "/sha256":
            headers["X-Checksum-Sha256"] = hashlib.sha256(CONTENT).hexdigest()
        elif self.path == "/wrong":
            headers["X-Checksum-Sha256"] = "0" * 64
        elif self.path == "/modified":
            headers["Last-Modified"] = DATE
        elif self.path == "/nohead":
            code = 200 if has_body else 405
            headers["Last-Modified"] = DATE
        elif self.path == "/redirect":
            code, headers["Location"] = 302, "/sha256"
        elif self.path.startswith("/to/"):
            code, headers["Location"] = 302, self.path[4:]
        elif self.path == "/drip":
            headers["Last-Modified"] = DATE
        elif self.path == "/escapes":
            code = 500 if has_body else 200
            headers["Last-Modified"] = DATE
        elif self.path.startswith("http://"):
            # A proxy gets the whole address.
            headers["X-Checksum-Sha256"] = hashlib.sha256(CONTENT).hexdigest()
        elif self.path == "/loop":
            code, headers["Location"] = 302, "/loop"
        elif self.path == "/headonly":
            code = 404 if has_body else 200
            headers["Last-Modified"] = DATE
        elif self.path == "/auth":
            expected = "Basic " + base64.b64encode(b"robot:hunter2").decode()
            code = 200 if self.headers.get("Authorization") == expected else 401
            headers["Last-Modified"] = DATE
        elif self.path == "/cut":
            headers["Last-Modified"] = DATE
        elif self.path in ("/large", "/endless"):
            headers["Last-Modified"] = DATE
        elif self.path != "/plain":
            code = 500 if self.path == "/500" else 404
        content = CONTENT if code == 200 else b"no\n"
        if self.path == "/escapes":
            content = b"\x1b[2Jno\r\nNotice: forged\n"
        length = LARGE if self.path in ("/large", "/drip") else len(content) + (10 if self.path == "/cut" else 0)
        if self.path == "/endless":
            length = 1 << 40
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(length))
        self.end_headers()
        if not has_body:
            return
        if self.path == "/drip":
            self.drip()
            return
        if self.path in ("/large", "/endless"):
            try:
                for _ in range(length // 65536):
                    self.wfile.write(b"x" * 65536)
            except OSError:
                self.close_connection = True
            return
        self.wfile.write(content)
        if self.path == "/cut":
            self.close_connection = True


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()

//! What follows an opening parenthesis: groups, look-around, options, conditions.

use super::{
    error::{Problem, RegexpProblem},
    node::{LookAround, Node},
    parse::{MAX_NESTING, Options, Parser},
    property::CharacterMode,
    reference::{Reference, Target},
};

impl<'s> Parser<'s> {
    /// Reads a group after its opening parenthesis.
    pub(super) fn group(&mut self, start: usize, options: Options) -> Result<Node, Problem> {
        if !self.take('?') {
            return self.capture(None, options);
        }
        match self.next() {
            None => Err(RegexpProblem::EndInGroup.at(start)),
            Some(':') => self.body(options).map(|inner| Node::Group(Box::new(inner))),
            Some('>') => self.body(options).map(|inner| Node::Atomic(Box::new(inner))),
            Some('~') => self.body(options).map(|inner| Node::Absent(Box::new(inner))),
            Some('=') => self.look(LookAround::Ahead, start, options),
            Some('!') => self.look(LookAround::NotAhead, start, options),
            Some('<') => match self.peek() {
                None => Err(RegexpProblem::UnmatchedOpenParenthesis.at(start)),
                Some('=') => {
                    self.advance();
                    self.look(LookAround::Behind, start, options)
                }
                Some('!') => {
                    self.advance();
                    self.look(LookAround::NotBehind, start, options)
                }
                Some(_) => self.named_capture('>', options),
            },
            Some('\'') => self.named_capture('\'', options),
            Some('(') => self.conditional(start, options),
            Some(')') => Err(RegexpProblem::UndefinedGroupOption.at(start)),
            Some(letter) => {
                self.step_back(letter);
                self.options_group(start, options)
            }
        }
    }

    /// Reads alternatives and the parenthesis that closes them.
    fn body(&mut self, options: Options) -> Result<Node, Problem> {
        let inner = self.alternation(options)?;
        if self.take(')') { Ok(inner) } else { Err(RegexpProblem::UnmatchedOpenParenthesis.at(self.position())) }
    }

    fn capture(&mut self, name: Option<&'s str>, options: Options) -> Result<Node, Problem> {
        self.groups.push(name);
        let group = self.groups.len();
        let inner = Box::new(self.body(options)?);
        Ok(Node::Capture { group, inner })
    }

    fn named_capture(&mut self, close: char, options: Options) -> Result<Node, Problem> {
        let start = self.position();
        let rest = self.rest();
        let name = match rest.find([close, ')']) {
            Some(end) if rest[end..].starts_with(close) => &rest[..end],
            _ if rest.is_empty() => rest,
            _ => return Err(RegexpProblem::InvalidGroupName(rest.into()).at(start)),
        };
        if name.is_empty() {
            return Err(RegexpProblem::EmptyGroupName.at(start));
        }
        if name.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
            return Err(RegexpProblem::InvalidGroupName(name.into()).at(start));
        }
        self.skip(name.len() + close.len_utf8());
        self.capture(Some(name), options)
    }

    fn look(&mut self, look: LookAround, start: usize, options: Options) -> Result<Node, Problem> {
        let inner = self.body(options)?;
        let allowed = match look {
            LookAround::Ahead | LookAround::NotAhead => true,
            LookAround::Behind => has_fixed_branches(&inner),
            LookAround::NotBehind => {
                has_fixed_branches(&inner) && !inner.any(&|node| matches!(node, Node::Capture { .. }))
            }
        };
        if !allowed {
            // Ruby checks these last, so any other error is reported first.
            self.look_behind_problem.get_or_insert(RegexpProblem::InvalidLookBehind.at(start));
        }
        Ok(Node::LookAround { look, inner: Box::new(inner) })
    }

    /// Reads `(?(1)yes|no)` after its second parenthesis.
    fn conditional(&mut self, start: usize, options: Options) -> Result<Node, Problem> {
        let invalid = || RegexpProblem::InvalidConditional.at(start);
        let close = match self.peek() {
            None => return Err(RegexpProblem::UndefinedGroupOption.at(start)),
            Some('0'..='9') => ')',
            Some('<') => '>',
            Some('\'') => '\'',
            Some(_) => return Err(invalid()),
        };
        if close != ')' {
            self.advance();
        }
        let target = self.reference_until(close, start)?;
        if close != ')' && !self.take(')') {
            return Err(invalid());
        }
        let &[group] = target.as_slice() else {
            return Err(RegexpProblem::NotSupported("a condition on one of several groups of the same name").at(start));
        };
        let (yes, no) = match self.body(options)? {
            Node::Alternation(branches) => <[Node; 2]>::try_from(branches).map_err(|_| invalid())?.into(),
            yes => (yes, Node::Empty),
        };
        Ok(Node::Conditional { group, yes: Box::new(yes), no: Box::new(no) })
    }

    /// Reads the group in a condition or backreference, with its closing delimiter.
    fn reference_until(&mut self, close: char, start: usize) -> Result<Vec<usize>, Problem> {
        let rest = self.rest();
        let invalid = |name: &str| RegexpProblem::InvalidGroupName(name.into()).at(start);
        let (name, _) = rest.split_once(close).ok_or_else(|| match rest {
            "" => RegexpProblem::EmptyGroupName.at(start),
            rest => invalid(rest),
        })?;
        if name.is_empty() {
            return Err(RegexpProblem::EmptyGroupName.at(start));
        }
        let after = self.position() + name.len() + close.len_utf8();
        let (digits, backward) = match name.strip_prefix('-') {
            Some(digits) => (digits, true),
            None => (name, false),
        };
        let groups = if digits.starts_with(|first: char| first.is_ascii_digit()) {
            let number_length = digits.bytes().take_while(u8::is_ascii_digit).count();
            let (number, level) = digits.split_at(number_length);
            if is_level(level) {
                return Err(RegexpProblem::NotSupported("a backreference to a level of recursion").at(start));
            }
            if !level.is_empty() {
                return Err(invalid(name));
            }
            let number: usize = number.parse().map_err(|_| RegexpProblem::InvalidBackreference.at(start))?;
            if number == 0 {
                // Ruby's message includes the delimiter, except before a parenthesis.
                return Err(if close == ')' { invalid(name) } else { invalid(&format!("{name}{close}")) });
            }
            let group = if backward { (self.groups.len() + 1).checked_sub(number) } else { Some(number) };
            let group = group.filter(|&group| group > 0);
            let group = group.ok_or_else(|| RegexpProblem::InvalidBackreference.at(start))?;
            self.references.push(Reference { offset: start, target: Target::Backreference(group) });
            vec![group]
        } else if backward {
            return Err(invalid(name));
        } else {
            self.groups_named(name, close, start)?
        };
        self.skip(after - self.position());
        Ok(groups)
    }

    /// Finds the groups with a name among those opened so far, the last one first.
    fn groups_named(&self, name: &str, close: char, start: usize) -> Result<Vec<usize>, Problem> {
        let named = |expected: &str| -> Vec<usize> {
            let numbered = self.groups.iter().enumerate().rev();
            numbered.filter(|(_, group)| **group == Some(expected)).map(|(index, _)| index + 1).collect()
        };
        if let Some(sign) = name.get(1..).and_then(|tail| tail.rfind(['+', '-'])) {
            let (bare, level) = name.split_at(sign + 1);
            if !is_level(level) {
                let name = format!("{name}{close}");
                return Err(RegexpProblem::InvalidGroupName(name.into()).at(start));
            }
            if !named(bare).is_empty() {
                return Err(RegexpProblem::NotSupported("a backreference to a level of recursion").at(start));
            }
        }
        let groups = named(name);
        if groups.is_empty() {
            return Err(RegexpProblem::UndefinedName(name.into()).at(start));
        }
        Ok(groups)
    }

    /// Reads `<name>` after `\k`.
    pub(super) fn named_backreference(&mut self, ignore_case: bool) -> Result<Node, Problem> {
        let start = self.position();
        let close = if self.next() == Some('<') { '>' } else { '\'' };
        let groups = self.reference_until(close, start)?;
        Ok(Node::Backreference { groups, ignore_case })
    }

    /// Reads a number after a backslash; `None` if it is an octal code or a plain digit.
    pub(super) fn numbered_backreference(&mut self, ignore_case: bool) -> Option<Node> {
        let start = self.position();
        let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let group: usize = self.rest()[..length].parse().ok()?;
        // Up to nine it always is a reference; beyond, only to a group that is already open.
        if group > 9 && group > self.groups.len() {
            return None;
        }
        self.skip(length);
        self.references.push(Reference { offset: start, target: Target::Backreference(group) });
        Some(Node::Backreference { groups: vec![group], ignore_case })
    }

    /// Reads `<name>` after `\g`. The group may be known only at the end.
    pub(super) fn call(&mut self) -> Result<Node, Problem> {
        let start = self.position();
        let close = if self.next() == Some('<') { '>' } else { '\'' };
        let rest = self.rest();
        let name = match rest.split_once(close) {
            Some((name, _)) => name,
            None if rest.is_empty() => rest,
            None => return Err(RegexpProblem::InvalidGroupName(rest.into()).at(start)),
        };
        if name.is_empty() {
            return Err(RegexpProblem::EmptyGroupName.at(start));
        }
        self.skip(name.len() + close.len_utf8());
        let invalid = || RegexpProblem::InvalidGroupName(format!("{name}{close}").into()).at(start);
        let digits = name.trim_start_matches(['+', '-']);
        let signs = name.len() - digits.len();
        let numeric = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let target = if numeric && signs <= 1 {
            let number: usize = digits.parse().map_err(|_| RegexpProblem::UndefinedGroup(digits.into()).at(start))?;
            let group = match name.as_bytes()[0] {
                b'-' => (self.groups.len() + 1).checked_sub(number).filter(|&group| group > 0),
                b'+' => self.groups.len().checked_add(number),
                _ => Some(number),
            };
            Target::Call { group: group.ok_or_else(|| RegexpProblem::UndefinedGroup(digits.into()).at(start))?, digits }
        } else if name.starts_with(|first: char| first.is_ascii_digit() || first == '-') {
            return Err(invalid());
        } else {
            Target::NamedCall(name)
        };
        self.references.push(Reference { offset: start, target });
        // The index in the list of references represents the group until all groups are known.
        Ok(Node::Call { group: self.references.len() - 1 })
    }

    /// Reads `(?i-m:…)`, or `(?i)` with everything it applies to: the rest of the enclosing group.
    fn options_group(&mut self, start: usize, outer: Options) -> Result<Node, Problem> {
        let mut options = outer;
        let mut on = true;
        loop {
            match self.next() {
                None => return Err(RegexpProblem::EndInGroup.at(start)),
                Some('-') => on = false,
                Some('i') => options.ignore_case = on,
                Some('m') => options.multiline = on,
                Some('x') => options.extended = on,
                Some('a') if on => options.mode = CharacterMode::Ascii,
                Some('d') if on => options.mode = CharacterMode::Default,
                Some('u') if on => options.mode = CharacterMode::Unicode,
                Some(':') => return self.body(options).map(|inner| Node::Group(Box::new(inner))),
                Some(')') => {
                    let inner = self.nested(start, MAX_NESTING, |parser| parser.alternation(options))?;
                    return Ok(Node::Group(Box::new(inner)));
                }
                Some(_) => return Err(RegexpProblem::UndefinedGroupOption.at(start)),
            }
        }
    }
}

/// Returns whether a look-behind is valid: only its outermost level may choose between lengths.
fn has_fixed_branches(node: &Node) -> bool {
    match node {
        Node::Group(inner) => has_fixed_branches(inner),
        Node::Alternation(branches) => branches.iter().all(|branch| branch.fixed_length().is_some()),
        node => node.fixed_length().is_some(),
    }
}

/// Returns whether a text is `+1`, `-2` and the like.
fn is_level(text: &str) -> bool {
    text.strip_prefix(['+', '-'])
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

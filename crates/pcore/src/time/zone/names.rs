//! The time zone names that Ruby's `strptime`, and so Puppet, supports.
//!
//! A name has one offset whatever the date: `EST` is five hours behind UTC in July as well. Names of the system's zone
//! database (`Europe/Stockholm`) are not included.

/// Returns the offset of a zone from UTC in seconds; the name is in lower case.
pub(super) fn offset_of(name: &str) -> Option<i64> {
    let (minutes, _) = OFFSETS.iter().find(|(_, names)| names.split(", ").any(|own| own == name))?;
    Some(i64::from(*minutes) * 60)
}

/// Minutes ahead of UTC, each with the names of all zones that are.
const OFFSETS: &[(i16, &str)] = &[
    (-720, "aoe, dateline, idlw, y"),
    (-660, "nt, nut, samoa, sst, x"),
    (-600, "ahst, ckt, hast, hawaiian, hst, taht, w"),
    (-540, "akst, alaskan, gamt, hadt, hdt, v, yst"),
    (-510, "mart"),
    (-480, "akdt, pacific, pst, u, ydt"),
    (-420, "mountain, mst, pdt, t, us mountain"),
    (-360, "canada central, central, central america, cst, east, galt, mdt, mexico, s"),
    (-300, "act, cdt, cist, cot, easst, eastern, ect, est, pet, r, sa pacific, us eastern"),
    (-240, "ast, atlantic, bot, cidst, clt, edt, fkt, gyt, pacific sa, q, sa western, vet"),
    (-210, "newfoundland"),
    (
        -180,
        "adt, art, brt, clst, e. south america, fkst, gft, greenland, p, pmst, pyst, rott, sa eastern, srt, uyt, \
         warst, wgt",
    ),
    (-150, "nst"),
    (-120, "at, brst, fnt, o, pmdt, uyst, wgst"),
    (-90, "ndt"),
    (-60, "azores, azot, cape verde, cvt, egt, n"),
    (0, "azost, egst, gmt, greenwich, ut, utc, wet, wt, z"),
    (
        60,
        "a, bst, central europe, central european, cet, fwt, met, mewt, mez, romance, swt, w. central africa, \
         w. europe, wat, west",
    ),
    (120, "b, cat, cest, e. europe, eet, egypt, fle, fst, gtb, jerusalem, mest, mesz, sast, south africa, wast"),
    (180, "arab, arabic, bt, c, e. africa, eat, eest, fet, idt, msk, russian, syot, trt"),
    (210, "iran, irst"),
    (240, "arabian, azt, caucasus, d, get, kuyt, msd, mut, ret, samt, sct"),
    (270, "afghanistan, aft, irdt"),
    (300, "aqtt, azst, e, ekaterinburg, mawt, mvt, orat, pkt, tft, tjt, tmt, uzt, west asia, yekt"),
    (330, "india, ist"),
    (345, "nepal, npt"),
    (360, "almt, btt, central asia, f, iot, kgt, n. central asia, omst, qyzt, sri lanka, vost, yekst"),
    (390, "cct, mmt, myanmar"),
    (420, "cxt, davt, g, hovt, ict, krat, north asia, novst, novt, omsst, se asia, wib"),
    (
        480,
        "awst, bnt, cast, china, chot, h, hkt, hovst, irkt, krast, malay peninsula, myt, north asia east, pht, \
         sgt, taipei, ulat, w. australia, wadt, wita",
    ),
    (525, "acwst"),
    (540, "awdt, chost, i, irkst, jst, korea, kst, pwt, tlt, tokyo, ulast, wit, yakt, yakutsk"),
    (570, "acst, aus central, cen. australia"),
    (
        600,
        "aest, aus eastern, chst, chut, ddut, e. australia, gst, k, pgt, tasmania, vladivostok, vlat, \
         west pacific, yakst, yapt",
    ),
    (630, "acdt, lhst"),
    (660, "aedt, central pacific, eadt, kost, l, lhdt, magt, nct, nft, pont, sakt, sbt, sret, vlast, vut"),
    (
        720,
        "anast, anat, fiji, fjt, gilt, idle, m, magst, mht, new zealand, nfdt, nrt, nzst, nzt, petst, pett, tvt, \
         wakt, wft",
    ),
    (765, "chast"),
    (780, "fjst, nzdt, phot, tkt, tonga, tot"),
    (825, "chadt"),
    (840, "lint, tost"),
];

//! Text inside XML and HTML.

/// Escapes a text for the content or a quoted attribute of XML and HTML; characters that XML cannot hold become U+FFFD.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            letter if letter.is_control() => escaped.push(char::REPLACEMENT_CHARACTER),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Writes a coordinate with at most two decimals, which is the same text on every machine.
pub(super) fn coordinate(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_is_markup() {
        let escaped = escape("<b a=\"x\" c='y'>&amp;\u{1}\n\u{ffff}</b>");
        assert_eq!(
            escaped,
            "&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;amp;\u{fffd} \u{fffd}&lt;/b&gt;"
        );
    }

    #[test]
    fn coordinates_are_short() {
        for (value, text) in [
            (1.0, "1"),
            (-0.001, "0"),
            (2.5, "2.5"),
            (-3.126, "-3.13"),
            (100.0, "100"),
        ] {
            assert_eq!(coordinate(value), text);
        }
    }
}

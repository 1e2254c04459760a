//! The redactor against a labelled corpus: how much of every kind of secret goes, and that what is no
//! secret stays. Every value in it is seeded random and was never issued.

use std::collections::BTreeMap;

use serde_json::Value;
use session_checkpoint::redact;

const POSITIVES: &str = include_str!("fixtures/redaction/positives.jsonl");
const NEGATIVES: &str = include_str!("fixtures/redaction/negatives.jsonl");

fn lines(corpus: &str) -> Vec<Value> {
    corpus.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text<'a>(line: &'a Value, field: &str) -> &'a str {
    line[field].as_str().unwrap()
}

/// The text, and the secret in it.
fn sample(line: &Value) -> (String, String) {
    let parts = line["secret_parts"].as_array().unwrap();
    let secret: String = parts.iter().map(|part| part.as_str().unwrap()).collect();
    (text(line, "text").replace("⟦S⟧", &secret).replace("⟦⟧", ""), secret)
}

/// A secret leaked if any window of 40 % of it, at least 6 and at most 40 characters, is left.
fn leaks(clean: &str, secret: &str) -> bool {
    let characters: Vec<char> = secret.chars().collect();
    let window = (characters.len() * 2 / 5).clamp(6, 40).min(characters.len());
    characters.windows(window).any(|part| clean.contains(&part.iter().collect::<String>()))
}

#[derive(Default)]
struct Rate {
    found: usize,
    all: usize,
}

impl Rate {
    fn add(&mut self, found: bool) {
        self.all += 1;
        self.found += usize::from(found);
    }

    #[allow(clippy::cast_precision_loss)]
    fn percent(&self) -> f64 {
        100.0 * self.found as f64 / self.all as f64
    }
}

#[test]
fn secrets_of_the_corpus_go() {
    let mut tiers: BTreeMap<String, Rate> = BTreeMap::new();
    let mut all = Rate::default();
    let mut missed = Vec::new();
    for line in lines(POSITIVES) {
        let (input, secret) = sample(&line);
        let (clean, _) = redact::text(&input);
        let found = !leaks(&clean, &secret);
        all.add(found);
        tiers.entry(text(&line, "tier").to_owned()).or_default().add(found);
        if !found {
            missed.push(format!(
                "{} {} {}\n    {input}\n    {clean}",
                text(&line, "id"),
                text(&line, "kind"),
                text(&line, "style")
            ));
        }
        let (again, spans) = redact::text(&clean);
        assert_eq!((again.as_ref(), spans), (clean.as_ref(), 0), "redacting twice");
        if serde_json::from_str::<Value>(&input).is_ok() {
            assert!(serde_json::from_str::<Value>(&clean).is_ok(), "no JSON any more: {clean}");
        }
    }
    for miss in &missed {
        println!("missed {miss}");
    }
    for (tier, rate) in &tiers {
        println!("{tier}: {}/{} = {:.2} %", rate.found, rate.all, rate.percent());
    }
    println!("all: {}/{} = {:.2} %", all.found, all.all, all.percent());
    assert!(all.percent() >= 98.0);
    assert!(tiers["A-token-bare"].percent() >= 99.0);
    assert!(tiers["C-generic"].percent() >= 95.0);
    assert_eq!(tiers["E-block"].found, tiers["E-block"].all);
}

#[test]
fn everything_else_of_the_corpus_stays() {
    let mut changed = Vec::new();
    let negatives = lines(NEGATIVES);
    for line in &negatives {
        let input = text(line, "text").replace("⟦⟧", "");
        let (clean, _) = redact::text(&input);
        if clean != input {
            changed.push(format!("{}\n    {input}\n    {clean}", text(line, "style")));
        }
    }
    for change in &changed {
        println!("changed {change}");
    }
    println!("false positives: {} of {}", changed.len(), negatives.len());
    assert!(changed.is_empty());
}

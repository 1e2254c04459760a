//! Tool calls and results that do not match are made to.

use proptest::prelude::*;
use session_checkpoint::transcript::pairing::{Message, Role, Step, plan};

/// `a+x+y`: the model calls x and y. `u:x-`: the person's message with the result of x and another block.
fn conversation(text: &str) -> Vec<Message> {
    text.split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| match word.split_at(1) {
            ("a", calls) => Message {
                role: Role::Assistant,
                uses: calls.split('+').filter(|id| !id.is_empty()).map(String::from).collect(),
                results: Vec::new(),
            },
            (_, blocks) => Message {
                role: Role::User,
                uses: Vec::new(),
                results: blocks.chars().map(|block| (block != '-').then(|| block.to_string())).collect(),
            },
        })
        .collect()
}

/// The repaired conversation in the same words; made-up results are capitals.
fn repaired(text: &str) -> String {
    let messages = conversation(text);
    told(&messages, &plan(&messages))
}

fn told(messages: &[Message], steps: &[Step]) -> String {
    let words: Vec<String> = steps
        .iter()
        .map(|step| {
            let missing: String = step.missing.iter().map(|id| id.to_uppercase()).collect();
            match step.origin.map(|index| &messages[index]) {
                Some(message) if message.role == Role::Assistant => {
                    [&["a".to_owned()], message.uses.as_slice()].concat().join("+")
                }
                Some(message) => {
                    let kept = message.results.iter().enumerate().filter(|(block, _)| !step.drop.contains(block));
                    let blocks: String = kept.map(|(_, id)| id.clone().unwrap_or("-".to_owned())).collect();
                    format!("u{missing}{blocks}")
                }
                None if step.orphan => "orphan".to_owned(),
                None => format!("u{missing}"),
            }
        })
        .collect();
    words.join(" ")
}

#[test]
fn what_matches_stays() {
    for text in ["u- a", "u- a+x ux a", "u- a+x+y uxy-", "a+x uyx"] {
        let expected = text.replace("uyx", "ux");
        assert_eq!(repaired(text), expected);
    }
}

#[test]
fn a_call_without_a_result_gets_one() {
    assert_eq!(repaired("u- a+x"), "u- a+x uX");
    assert_eq!(repaired("u- a+x u- a"), "u- a+x uX- a");
    assert_eq!(repaired("u- a+x+y uy a"), "u- a+x+y uXy a");
    assert_eq!(repaired("a+x a+y u-"), "a+x uX a+y uY-");
}

#[test]
fn a_result_without_a_call_goes() {
    assert_eq!(repaired("u- a ux- a"), "u- a u- a");
    assert_eq!(repaired("u- a ux a"), "u- a a");
    assert_eq!(repaired("ux a"), "orphan a");
    assert_eq!(repaired("ux u- a"), "u- a");
    assert_eq!(repaired("a+x ux a ux"), "a+x ux a");
}

#[test]
fn a_second_result_of_one_call_goes() {
    assert_eq!(repaired("a+x uxx-"), "a+x ux-");
    assert_eq!(repaired("a+x ux ux-"), "a+x ux u-");
}

#[test]
fn a_real_result_counts_wherever_it_stands_in_the_answer() {
    assert_eq!(repaired("a+x+y ux uy a"), "a+x+y ux uy a");
    assert_eq!(repaired("a+x a ux a"), "a+x a ux a");
    assert_eq!(repaired("a+x a+y uy u- a"), "a+x a+y uXy u- a");
}

proptest! {
    /// The API's rules hold afterwards, and a second repair has nothing to do.
    #[test]
    fn a_repaired_conversation_is_in_order(text in "(a(\\+[xyz]){0,3} |u[xyz-]{0,4} ){0,12}") {
        let once = repaired(&text);
        let clean = once.replace("orphan", "u-").to_lowercase();
        prop_assert_eq!(&told(&conversation(&clean), &plan(&conversation(&clean))), &clean);
        // Each turn of calls is followed by exactly its results.
        let messages = conversation(&clean);
        let mut at = 0;
        while at < messages.len() {
            let calls: Vec<&String> = messages[at..].iter().take_while(|message| message.role == Role::Assistant).flat_map(|message| &message.uses).collect();
            at += messages[at..].iter().take_while(|message| message.role == Role::Assistant).count();
            let results: Vec<&String> = messages[at..].iter().take_while(|message| message.role == Role::User).flat_map(|message| message.results.iter().flatten()).collect();
            at += messages[at..].iter().take_while(|message| message.role == Role::User).count();
            let unique: std::collections::BTreeSet<_> = calls.iter().collect();
            prop_assert_eq!(unique.len(), results.len(), "{} -> {}", text, clean);
            prop_assert!(results.iter().all(|id| unique.contains(id)));
        }
    }
}

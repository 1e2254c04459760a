//! The contract that the server has built in.

use serde_json::Value;
use session_checkpoint::contract;

#[test]
fn the_embedded_contract_is_what_the_engine_says() {
    let embedded: Value = serde_json::from_str(include_str!("../server/generated/contract.json")).unwrap();
    assert!(embedded == contract::export(), "run `npm run build` and commit server/generated/contract.json");
}

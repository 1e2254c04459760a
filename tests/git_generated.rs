//! Git facts equal to git's own after whatever people, tools and git do to a working tree.

#![cfg(unix)]

mod common;

use common::Project;
use common::facts::check_with;
use common::steps::{carry_out, step};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40,
        failure_persistence: None,
        max_shrink_iters: 200,
        ..ProptestConfig::default()
    })]

    #[test]
    fn after_any_steps_both_sources_say_what_git_says(
        before in proptest::collection::vec(step(), 0..6),
        after in proptest::collection::vec(step(), 1..14),
        in_subdirectory in proptest::bool::weighted(0.2),
    ) {
        let project = Project::unborn();
        for step in &before {
            carry_out(&project, step);
        }
        project.commit("before");
        for step in &after {
            carry_out(&project, step);
        }
        let below = project.path("d");
        let is_below = in_subdirectory && below.symlink_metadata().is_ok_and(|metadata| metadata.is_dir());
        let seen = if is_below { project.at(&below) } else { project.at(&project.root) };
        check_with("generated", &seen, 2);
    }
}

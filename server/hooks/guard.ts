// PreToolUse: keeps subagents from overwriting their parent's checkpoint. They share its server and its session
// id; only `agent_id` tells them apart. `agent_type` does not: a session started with --agent has one too.

import { answer, expectEvent, textOf } from './input.ts';
import { run } from './run.ts';

const SAVE = /^mcp__.+__save_session_checkpoint$/;

run('guard', (input) => {
  expectEvent(input, 'PreToolUse');
  // Registered with a wider matcher, it must not stop other tools.
  if (SAVE.test(textOf(input, 'tool_name') ?? '') && textOf(input, 'agent_id') !== undefined) {
    answer({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason:
        'Subagents must not save session checkpoints: you share the session of the agent that started you, and your save would replace what it recorded. Report your progress in your answer to it instead; it saves the checkpoint.',
    });
  }
});

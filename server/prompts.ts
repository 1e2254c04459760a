// Prompts, which clients show as commands, for clients that have no plugin with commands of its own.

import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** The prompts there are. */
export const prompts: Prompt[] = [
  {
    name: 'save',
    title: 'Save a checkpoint',
    description: 'Save a checkpoint of this conversation',
    arguments: [{ name: 'focus', description: 'What matters most', required: false }],
  },
  {
    name: 'resume',
    title: 'Resume from a checkpoint',
    description: 'Go on from a checkpoint, checked against the working tree',
    arguments: [
      {
        name: 'checkpoint',
        description: "Selector of the checkpoint. Left out: this session's own, or the list to choose from",
        required: false,
      },
    ],
  },
];

const texts: Record<string, (given: Record<string, string>) => string> = {
  save: ({ focus }) =>
    [
      'Call save_session_checkpoint now, for the work of this conversation. Write it for someone who has read nothing of it.',
      'If this conversation has saved already and its goal still holds, save with mode "merge", otherwise with "replace". If an earlier save returned a session id and asked for it, pass it as session.',
      ...(focus ? [`What I want to have in it: ${focus}`] : []),
      'Then say in one or two lines what was saved, with every warning that the save returned.',
    ].join('\n\n'),
  resume: ({ checkpoint }) =>
    [
      checkpoint
        ? `Call load_session_checkpoint with checkpoint ${JSON.stringify(checkpoint)}.`
        : 'Call load_session_checkpoint. If it answers with candidates, show them to me with goal, age and branch, and ask which one; do not choose yourself.',
      'Tell me in a few lines what the goal is, where the work stands and what changed since the checkpoint. Read the files that are marked as changed again before you rely on what you knew of them.',
      'Ask me whether to go on with the first next step, and change nothing before I answer. If the brief came with a resume hint, pass that selector as resumedFrom on your next save.',
    ].join('\n\n'),
};

/** A prompt's text. What a client passes without a meaning here is left aside. */
export function promptText(name: string, given: Record<string, string> = {}): GetPromptResult {
  const prompt = prompts.find((each) => each.name === name);
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
  if (prompt === undefined || text === undefined) {
    const names = prompts.map((each) => each.name).join(' and ');
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}. There are ${names}.`);
  }
  return {
    ...(prompt.description !== undefined && { description: prompt.description }),
    messages: [{ role: 'user', content: { type: 'text', text: text(given) } }],
  };
}

// Compiled with everything else and never run: sessions.d.ts says what callers may rely on.

import {
  type AttachmentRecord,
  CheckpointError,
  createSession,
  deleteSession,
  type JsonlRecord,
  type Loss,
  type Message,
  openSession,
  parseJsonl,
  readSession,
  repairWithOrigin,
  Session,
  serializeJsonl,
} from '../sessions.js';

export function typed(): string {
  const session: Session = createSession({ projectPath: '/project', model: undefined });
  const uuid: string = session.addUserMessage('Hello');
  session.addAssistantMessage([{ type: 'text', text: 'Hello' }], { stopReason: 'max_tokens' });
  session.addToolCalls([{ name: 'Read', input: { file_path: '/x' }, result: 'text' }], { response: [] });
  session.addAttachment({ type: 'file', filename: '/x' }, { parentUuid: uuid });
  session.dangerousAppendRecord({ type: 'queue-operation', operation: 'enqueue' });

  const messages: Message[] = [{ role: 'user', content: 'Hello' }];
  session.importMessages(messages, { attachments: [{ afterIndex: 0, attachment: { type: 'file' } }] });
  const origin: (number | null)[] = repairWithOrigin(messages).origin;
  session.save();

  const attachments: readonly AttachmentRecord[] = session.attachments;
  const roles: string[] = session.messages.map(({ message }) => message.role);
  const records: JsonlRecord[] = [...openSession({ sessionId: uuid, projectPath: '/project' }).records];
  const losses: Loss[] = [];
  parseJsonl(serializeJsonl(records), (loss) => losses.push(loss));
  deleteSession(uuid, '/project');

  // @ts-expect-error: the model's blocks are not for a user message
  session.addUserMessage([{ type: 'thinking', thinking: '', signature: '' }]);
  // @ts-expect-error: a view, not the session itself
  session.records.push({ type: 'mode' });
  // @ts-expect-error: a project is needed
  createSession({});
  // @ts-expect-error: sessions are made by functions
  new Session();

  const error = new CheckpointError('TRANSCRIPT_NOT_FOUND', 'message');
  return [error.code, attachments.length, ...roles, ...origin, readSession('/x').losses.length].join(' ');
}

export const tagTexts: Readonly<Record<string, string>> = {
  account: 'Registering, signing in, and the own account.',
  admin: 'Accounts, teams, instances, files, logs and settings of the whole platform.',
  assets: 'Stored files, by the hash of their content.',
  edit: 'Preparing games: challenges, flags, divisions, notices, posts, packages and staff.',
  game: 'Taking part: joining, challenges, answers, instances, boards; and watching over a game.',
  info: 'What everybody may know of the platform: settings, captcha and posts.',
  proxy: 'The relay between WebSockets and the ports of instances.',
  team: 'Teams, their members and invite codes.',
  tokens: 'API tokens for programs.',
};

export const introduction = `
Everything the web client does goes over these calls. A TypeScript client in one file, without dependencies, is at
[/api/client.ts](/api/client.ts).

**Requests.** Paths, names of parameters and names of members match in any letter case; unknown members are passed over.
Bodies are JSON, uploads are \`multipart/form-data\`. Numbers may come as texts.

**Replies.** Every member is always there, empty ones are \`null\`. Times are Unix milliseconds; in requests an ISO 8601
text with offset is taken as well. Enumerations are written by name; permissions are a number, a bit mask. A call with
nothing to say answers 200 with an empty body.

**Refusals** have one form: \`title\` in the language of \`Accept-Language\`, \`status\`, \`code\` for programs, and
\`details\` with the fields that are wrong. 10001 as \`status\` means that a game has not started, 10002 that it has ended.

**Who calls.** Browsers have a session in the cookie \`GZCTF_Token\`. Programs send
\`Authorization: Bearer <token>\`; a token acts as the account that made it and opens the calls its scopes name.

**Budgets** are per account, per address for those without one. A 429 says in \`Retry-After\` how many seconds to wait.

**Pages of lists** take \`count\` and \`skip\` and answer \`data\`, \`length\` and \`total\`.

**Live.** \`/hub/user?game=3\`, \`/hub/monitor?game=3\` and \`/hub/admin\` speak the SignalR JSON protocol over
WebSockets: \`ReceivedGameNotice\`, \`ReceivedGameEvent\`, \`ReceivedSubmissions\`, \`ReceivedLog\`. With \`live=1\` a
connection also receives the board, its own verdicts and instances, each message with a cursor; \`cursor=…\` on the next
connection brings what was missed. The last message before the server closes is \`Reconnect\` with \`afterMs\`: the time to
wait before the next connection. A hub that is full or stops answers 503 with \`Retry-After\`.
`.trim();

import { EVENTS } from '../src/lib/event-types.ts'

const HEAD = `# Event types

Everything that is recorded in the event log, by the kind of object it happens to. Made by
\`npm run generate\` from \`src/lib/event-types.ts\`. How to receive events, and who may, is in the
[guide](guides/events.md).

| Object | Type | What happened |
| --- | --- | --- |`

/** The text of docs/event-types.md. */
export function describeEvents(): string {
  const rows = Object.entries(EVENTS).flatMap(([kind, types]) =>
    Object.entries(types).map(([type, name]) => `| ${kind} | \`${type}\` | ${name} |`),
  )
  return [HEAD, ...rows, ''].join('\n')
}

import { EVENTS, RENAMED } from '../src/lib/event-types.ts'

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
  const former = Object.entries(RENAMED).map(([old, type]) => `- \`${old}\` is now \`${type}\``)
  return [HEAD, ...rows, '', FORMER, '', ...former, ''].join('\n')
}

const FORMER = `## Former names

Filters take former names too, and whoever filters by one receives events under that name.`

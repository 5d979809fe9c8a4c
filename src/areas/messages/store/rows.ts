import { ID, type Rows, type Searched } from '../../../kinds/kind.ts'
import { raw, sql } from '../../../platform/db/sql.ts'

/** The object whose feed it is in: `item:crm/deals/<id>` is of the kind `item:crm/deals`. */
const about = {
  kind: raw(`regexp_replace(t.stream, '[:/][0-9a-f-]{36}$', '')`),
  id: raw('right(t.stream, 36)::uuid'),
}

const author = raw(`coalesce((select u.name from kontor.users u where u.id = t.author_id), '')`)
const shown = (title: string): Searched['select'] =>
  sql`${raw(title)} as title, ${author} as subtitle, t.stream as about`

export const messageRows: Rows = {
  table: raw('kontor.messages'),
  key: ID,
  isLive: raw('true'),
  facts: {},
}

export const messageSearch: Searched = {
  name: raw('t.title'),
  parts: [{ part: '', fields: [], text: raw('t.body_text') }],
  about,
  select: shown(`coalesce(nullif(t.title, ''), left(t.body_text, 120))`),
}

export const commentRows: Rows = {
  table: raw(`(select c.id, c.body_text, c.author_id, m.stream
    from kontor.message_comments c join kontor.messages m on m.id = c.message_id)`),
  key: ID,
  isLive: raw('true'),
  facts: {},
}

export const commentSearch: Searched = {
  name: raw(`''`),
  parts: [{ part: '', fields: [], text: raw('t.body_text') }],
  about,
  select: shown('left(t.body_text, 120)'),
}

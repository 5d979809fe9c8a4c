import { ADMINISTRATORS, ALL_USERS } from '../../../lib/ids.ts'

/** Display names of groups that differ from the stored ones, by id. */
type Names = Readonly<Record<string, string>>

const STORED: Names = {}
/** Names of the system groups, by language. */
const BY_LANGUAGE = new Map<string, Names>([
  ['ru', { [ADMINISTRATORS]: 'Администраторы', [ALL_USERS]: 'Все пользователи' }],
])

export const systemNames = (language: string | undefined): Names =>
  BY_LANGUAGE.get(language ?? '') ?? STORED

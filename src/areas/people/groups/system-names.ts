import { ADMINISTRATORS, ALL_USERS } from '../../../lib/ids.ts'

/** What groups are called instead of how they are stored, by id. */
type Names = Readonly<Record<string, string>>

const STORED: Names = {}
/** The groups that no solution brings, by language. */
const BY_LANGUAGE = new Map<string, Names>([
  ['ru', { [ADMINISTRATORS]: 'Администраторы', [ALL_USERS]: 'Все пользователи' }],
])

export const systemNames = (language: string | undefined): Names =>
  BY_LANGUAGE.get(language ?? '') ?? STORED

import { v7 } from 'uuid'

/** Time-ordered, so that new rows land at the end of every index. */
export const newId = (): string => v7()

export const isId = (text: string): boolean => UUID.test(text)
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The owner of what the system itself made. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** System groups, made by the first migration. */
export const ADMINISTRATORS = '00000000-0000-7000-8000-000000000001'
export const ALL_USERS = '00000000-0000-7000-8000-000000000002'

/** System directories, made by a migration. */
export const SHARED_FILES = '00000000-0000-7000-8000-000000000010'
export const RECYCLE_BIN = '00000000-0000-7000-8000-000000000012'

import type { Operation } from './operation.ts'

/** `/pub/v1` responses have the envelope `{success, error, …}`; `/manage/v1` responses do not. */
export const isPublic = (operation: Operation): boolean => operation.path.startsWith('/pub/v1/')

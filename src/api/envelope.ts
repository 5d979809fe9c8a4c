import type { Operation } from './operation.ts'

/** `/pub/v1` answers wear the envelope `{success, error, …}`; `/manage/v1` answers do not. */
export const isPublic = (operation: Operation): boolean => operation.path.startsWith('/pub/v1/')

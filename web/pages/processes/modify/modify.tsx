import { lazy } from 'react'

/** Loaded when somebody wants it. */
export const ModifyInstance = lazy(async () => ({
  default: (await import('./modify-dialogs.tsx')).ModifyInstance,
}))

export const ModifyMany = lazy(async () => ({
  default: (await import('./modify-dialogs.tsx')).ModifyMany,
}))

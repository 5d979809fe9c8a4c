import { lazy } from 'react'

/** Loaded when somebody wants it. */
export const MoveVersions = lazy(async () => ({
  default: (await import('./move-versions.tsx')).MoveVersions,
}))

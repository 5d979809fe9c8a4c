import { allKinds } from '../src/app/kinds.ts'
import { feedAll } from '../src/areas/search/feed.ts'
import type { Platform } from '../src/platform/context.ts'

/** Brings the search index up to date with everything that has happened so far. */
export const feedNow = (platform: Platform): Promise<void> => feedAll(platform, allKinds)

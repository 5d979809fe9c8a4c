import { health } from './health.ts'
import { profile } from './profile.ts'
import { team } from './team.ts'

/** Texts of pages that are not part of the first load. */
export const day = { health, profile, team }

import { access } from '../areas/access/operations.ts'
import { audit } from '../areas/audit/operations.ts'
import { jobs } from '../areas/jobs/operations.ts'
import { scheme } from '../areas/scheme/operations.ts'
import { solutions } from '../areas/solutions/operations.ts'
import { storage } from '../areas/storage/operations.ts'

/** Every operation of the server, by area. */
export const areas = { access, audit, jobs, scheme, solutions, storage }

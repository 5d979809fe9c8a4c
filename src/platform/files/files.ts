import { join } from 'node:path'
import type { Config } from '../config.ts'
import { localStore } from './local.ts'
import type { ObjectStore } from './object-store.ts'

/** The store that `KONTOR_FILES` names. */
export const openFiles = ({ KONTOR_DATA }: Config): ObjectStore =>
  localStore(join(KONTOR_DATA, 'files'))

import { type Check, ok, problem } from '../../../platform/checks/check.ts'
import { howToGetKey, readSecrets } from '../../../platform/secrets.ts'
import { findUnopened } from './keys.ts'
import { findKeyId } from './store.ts'

/** Whether what is sealed in the database can be opened here. */
const secretKey: Check = {
  name: 'secret key',
  run: async (db, config) => {
    const keyId = await findKeyId(db)
    if (keyId === undefined) return ok('nothing is sealed yet: "kontor start" does it')
    const unopened = await findUnopened(db, config)
    if (!unopened) return ok(`everything that is sealed opens with the key ${keyId}`)
    const what = `cannot be opened: ${unopened.names.join(', ')}`
    if ((await readSecrets(config)).knows(keyId)) {
      return problem(`${what}: somebody changed them in the database, restore a backup`)
    }
    return problem(`the key ${keyId} is missing, so ${what}: ${howToGetKey(keyId).join('; ')}`)
  },
}

export const secretsChecks: Check[] = [secretKey]

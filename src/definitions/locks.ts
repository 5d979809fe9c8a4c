import type { Body } from './kinds.ts'
import type { Issue } from './source.ts'
import { checkFieldNames, checkStatusNames } from './transitions.ts'

type App = Pick<Body<'app'>, 'statuses' | 'fields' | 'locks' | 'nameTemplate'>

/** Unknown names are errors, and so is a lock on a name that is built by a template. */
export const checkLocks = (app: App): Issue[] =>
  app.locks.flatMap(({ in: statuses, fields = [] }, at) => [
    ...checkStatusNames(app, statuses, ['locks', at, 'in']),
    ...checkFieldNames(app, fields, ['locks', at, 'fields']).filter(
      ({ path }) => fields[Number(path.at(-1))] !== '__name',
    ),
    ...(fields.includes('__name') && app.nameTemplate !== undefined
      ? [
          {
            path: ['locks', at, 'fields', fields.indexOf('__name')],
            message: 'the name is built by "nameTemplate": lock the fields it is made of',
          },
        ]
      : []),
  ])

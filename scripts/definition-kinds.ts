import { allKinds, hasOwnCode } from '../src/definitions/identify.ts'
import { kindOf } from '../src/definitions/kinds.ts'

/** What the designer knows of the kinds of definitions; their schemas stay on the server. */
export const describeKinds = (): object =>
  Object.fromEntries(
    allKinds.map((kind) => {
      const { files, attachments = {}, isForAdministrators, hasFreeCode = false } = kindOf(kind)
      const [path] = files
      return [
        kind,
        {
          path: `${path}.yaml`,
          endings: Object.values(attachments).flatMap(({ ending }) => ending ?? []),
          isForAdministrators: isForAdministrators ?? !path.startsWith('workspaces/'),
          hasOwnCode: hasOwnCode(kind),
          hasFreeCode,
        },
      ]
    }),
  )

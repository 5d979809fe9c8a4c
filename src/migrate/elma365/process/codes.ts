import { ownCodes } from '../own-codes.ts'
import { toCode } from '../text.ts'
import { addressOf, onceFor } from '../world.ts'
import { Process } from './schemas.ts'

/** The processes that become files, by `process:namespace/code` as the package writes them. */
export const processCodes = onceFor(({ package: { components }, targets, codes }) =>
  ownCodes(
    components
      .filter(({ kind, body }) => kind === 'template' && Process.safeParse(body).success)
      .map((component) => {
        const from = addressOf(component)
        const [namespace = '', vendorCode = ''] = from.split('/')
        const { folder, isMoved } = targets.of(namespace)
        const code = toCode(vendorCode)
        return { key: `process:${from}`, folder, code, isExact: !isMoved && code === vendorCode }
      }),
    codes,
  ),
)

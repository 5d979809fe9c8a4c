/** The workspace and the code of an app, or of another definition of a workspace. */
export type AppAddress = { namespace: string; code: string }

/** `workspace/app`, such as `crm/orders`. */
type AppPath = `${string}/${string}`

export const pathOf = ({ namespace, code }: AppAddress): AppPath => `${namespace}/${code}`

/** A missing part becomes an empty string, which is not a valid code. */
export function parsePath(path: string): AppAddress {
  const [namespace = '', code = ''] = path.split('/')
  return { namespace, code }
}

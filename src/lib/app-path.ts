/** Where an app is: its workspace and its code. Other definitions of a workspace are named alike. */
type Place = { namespace: string; code: string }

/** `workspace/app`, such as `crm/orders`. */
type AppPath = `${string}/${string}`

export const pathOf = ({ namespace, code }: Place): AppPath => `${namespace}/${code}`

/** What is missing in the path is an empty text, which no app is called. */
export function parsePath(path: string): Place {
  const [namespace = '', code = ''] = path.split('/')
  return { namespace, code }
}

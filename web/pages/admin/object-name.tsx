import { Link } from 'react-router'
import { useNames } from '../../fields/names.ts'
import { linkToObject, partsOf } from '../../kinds.ts'
import { useWorkspaces } from './apps.ts'
import { useTexts } from './texts.ts'

const ID = /[\da-f]{8}(-[\da-f]{4}){3}-([\da-f]{12})/g

/** The end of an id tells two of them apart, and is enough to read out. */
const short = (path: string) => path.replace(ID, (...found) => `…${found[2].slice(-6)}`)

/** `item:crm/deals/0192…` as people call it, with a way there. */
export function ObjectName({ object }: { object: string }) {
  const t = useTexts().admin
  const { nameOf } = useWorkspaces()
  const { kind, path } = partsOf(object)
  const [namespace = '', code = '', id = ''] = path.split('/')
  const isItem = kind === 'item' && id !== ''
  const people = useNames('users', kind === 'user' ? [path] : [])
  const groups = useNames('groups', kind === 'group' ? [path] : [])
  const items = useNames(`${namespace}/${code}`, isItem ? [id] : [])
  const name = people.get(path) ?? groups.get(path) ?? items.get(id)
  const link = linkToObject(object)
  const isDefinition = ['app', 'workspace', 'process', 'report'].includes(kind)
  const word = (t.objects as Record<string, string>)[kind] ?? kind
  const shown = name ?? (isDefinition ? nameOf(path) : short(isItem ? id : path))
  const where = isItem ? nameOf(`${namespace}/${code}`) : word
  const text = shown ? `${where}: ${shown}` : where
  return link && name !== null ? (
    <Link to={link} className="link">
      {text}
    </Link>
  ) : (
    <span title={object}>{text}</span>
  )
}

import { Link } from 'react-router'
import { useNames } from '../../fields/names.ts'
import { links, linkToObject } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { usePlaces } from './apps.ts'

const ID = /[\da-f]{8}(-[\da-f]{4}){3}-([\da-f]{12})/g

/** The end of an id tells two of them apart, and is enough to read out. */
const short = (path: string) => path.replace(ID, (...found) => `…${found[2].slice(-6)}`)

/** `item:crm/deals/0192…` as people call it, with a way there. */
export function ObjectName({ object }: { object: string }) {
  const t = useTexts().admin
  const { nameOf } = usePlaces()
  const [kind = '', path = ''] = object.split(/:(.*)/s)
  const [namespace = '', code = '', id = ''] = path.split('/')
  const isItem = kind === 'item' && id !== ''
  const people = useNames('users', kind === 'user' ? [path] : [])
  const groups = useNames('groups', kind === 'group' ? [path] : [])
  const items = useNames(`${namespace}/${code}`, isItem ? [id] : [])
  const name = people.get(path) ?? groups.get(path) ?? items.get(id)
  const link = kind === 'webhook' ? links.webhook(path) : linkToObject(object)
  const isPlace = ['app', 'workspace', 'process', 'report'].includes(kind)
  const word = (t.objects as Record<string, string>)[kind] ?? kind
  const told = name ?? (isPlace ? nameOf(path) : short(isItem ? id : path))
  const place = isItem ? nameOf(`${namespace}/${code}`) : word
  const text = told ? `${place}: ${told}` : place
  return link && name !== null ? (
    <Link to={link} className="link">
      {text}
    </Link>
  ) : (
    <span title={object}>{text}</span>
  )
}

import { Link } from 'react-router'
import { useApi } from '../../api.ts'
import { FOUND_ICONS, linkToFound, type SearchResult } from '../../components/found.ts'
import { Marked } from '../../components/marked.tsx'
import { Loading } from '../../components/states.tsx'
import { useTexts } from '../../texts/index.ts'
import classes from './search.module.css'

type Input = {
  q: string
  size: number
  from: number
  kinds?: string
  namespace?: string
  code?: string
}

/** One page of results. */
export function Results({ input }: { input: Input }) {
  const { from, ...first } = input
  const { data } = useApi('search', 'find', { input: from === 0 ? first : input })
  if (!data) return <Loading />
  return (
    <ul className={classes.list}>
      {data.results.map((found) => (
        <Result key={`${found.kind} ${found.id}`} found={found} />
      ))}
    </ul>
  )
}

function Result({ found }: { found: SearchResult }) {
  const { kinds } = useTexts().frame.palette
  const { kind, title, titleMarks, subtitle, fragment } = found
  const Icon = FOUND_ICONS[kind]
  return (
    <li className={classes.result}>
      <Icon size={16} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        <Link to={linkToFound(found)} className={classes.title}>
          <Marked text={title} marks={titleMarks} />
        </Link>
        <div className={classes.where}>{[kinds[kind], subtitle].filter(Boolean).join(' · ')}</div>
        {fragment && (
          <div className={classes.fragment}>
            <Marked {...fragment} />
          </div>
        )}
      </div>
    </li>
  )
}

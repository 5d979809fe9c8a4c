import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useApi } from '../../../api.ts'
import { client } from '../../../client.ts'
import { Shown } from '../../../components/states.tsx'
import { When } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import classes from '../workspace.module.css'
import type { WidgetProps } from './widget.ts'

const SIZE = 10
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The newest files of a directory. */
export function FilesWidget({ settings: { directory, size = SIZE } }: WidgetProps<'files'>) {
  const t = useTexts().pages
  const found = useQuery({
    queryKey: ['disk', 'named', directory],
    queryFn: () => (ID.test(directory) ? directory : findNamed(directory)),
    staleTime: 60_000,
  })
  return (
    <Shown of={found}>
      {(id) =>
        id ? <Files id={id} size={size} /> : <p className={classes.none}>{t.noDirectory}</p>
      }
    </Shown>
  )
}

/** Goes down from the top, name by name. */
async function findNamed(path: string): Promise<string | null> {
  let parent: string | null = null
  for (const name of path.split('/')) {
    const { result } = await client.disk.listDirectories({
      input: { filter: { tf: { __name: name } }, size: -1 },
    })
    const found = findIn(result.result, name, parent)
    if (found === null) return null
    parent = found
  }
  return parent
}

type Directory = { __id: string; __name?: string; directory?: string | null }

const findIn = (all: Directory[], name: string, parent: string | null): string | null =>
  all.find((each) => each.__name === name && isIn(each, parent))?.__id ?? null

const isIn = (each: Directory, parent: string | null): boolean =>
  parent === null || each.directory === parent

function Files({ id, size }: { id: string; size: number }) {
  const t = useTexts().pages
  const input = {
    filter: { directory: id },
    sortExpressions: [{ field: '__updatedAt', ascending: false }],
    size,
    total: false,
  }
  const asked = useApi('disk', 'searchFiles', { input })
  return (
    <Shown of={asked}>
      {({ result }) => (
        <>
          {result.result.length === 0 && <p className={classes.none}>{t.nothing}</p>}
          <ul className={classes.lines}>
            {result.result.map((file) => (
              <li key={file.__id} className={classes.line}>
                <Anchor component={Link} to={links.file(file.__id)} inherit>
                  {file.__name}
                </Anchor>
                <span className={classes.quiet}>
                  <When at={file.__updatedAt} />
                </span>
              </li>
            ))}
          </ul>
          <div className={classes.foot}>
            <Anchor component={Link} to={links.directory(id)} inherit>
              {t.directory}
            </Anchor>
          </div>
        </>
      )}
    </Shown>
  )
}

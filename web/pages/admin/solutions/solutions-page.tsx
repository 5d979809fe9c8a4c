import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconPackage } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../../api.ts'
import { client, type ReplyOf } from '../../../client.ts'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { When } from '../../../components/when.tsx'
import { saveAs } from '../../../download.ts'
import { useTexts } from '../../../texts/index.ts'
import classes from '../admin.module.css'
import { Apply } from './apply.tsx'
import { Chooser } from './chooser.tsx'
import type { File_ } from './folder.ts'
import { Removal } from './removal.tsx'
import { toTar } from './tar.ts'

type Solution = ReplyOf<'solutions', 'list'>['solutions'][number]

export function SolutionsPage() {
  const t = useTexts()
  const asked = useApi('solutions', 'list', {})
  const [files, setFiles] = useState<File_[]>()
  if (files) return <Apply files={files} onClose={() => setFiles(undefined)} />
  return (
    <Page
      title={t.admin.parts.solutions}
      below={<div className={classes.hint}>{t.admin.solutions.hint}</div>}
    >
      <Chooser onChoose={setFiles} />
      <Shown of={asked}>
        {({ solutions }) =>
          solutions.length === 0 ? (
            <Empty icon={IconPackage} title={t.admin.solutions.empty} />
          ) : (
            <SolutionTable solutions={solutions} />
          )
        }
      </Shown>
    </Page>
  )
}

function SolutionTable({ solutions }: { solutions: Solution[] }) {
  const t = useTexts().admin.solutions
  return (
    <div className={classes.scroll}>
      <table className={classes.table} data-cards>
        <thead>
          <tr>
            <th>{t.name}</th>
            <th>{t.version}</th>
            <th>{t.size}</th>
            <th>{t.applied}</th>
            <th aria-label={t.export} />
          </tr>
        </thead>
        <tbody>
          {solutions.map((solution) => (
            <SolutionRow key={solution.code} solution={solution} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SolutionRow({ solution }: { solution: Solution }) {
  const t = useTexts().admin.solutions
  const [isRemoving, setRemoving] = useState(false)
  const { code, name, version, description, definitions, appliedAt } = solution
  const save = async () => {
    try {
      const { files } = await client.solutions.export({ params: { code } })
      saveAs(toTar(code, files), `${code}-${version}.tar`)
    } catch (error) {
      notifications.show({ color: 'red', message: (error as Error).message })
    }
  }
  return (
    <tr>
      <td>
        <div>
          <span className={classes.strong}>{name}</span> <span className={classes.sub}>{code}</span>
          {description && <div className={classes.sub}>{description}</div>}
        </div>
      </td>
      <td data-label={t.version} data-tight>
        {version}
      </td>
      <td data-label={t.size} data-tight>
        {t.definitions(definitions)}
      </td>
      <td data-label={t.applied} data-tight>
        <When at={appliedAt} />
      </td>
      <td data-tight>
        <Group gap={6} wrap="nowrap" justify="flex-end">
          <Button
            variant="default"
            leftSection={<IconDownload size={14} stroke={1.6} />}
            aria-label={t.exportOf(name)}
            onClick={() => void save()}
          >
            {t.export}
          </Button>
          {/* What comes with the server cannot go. */}
          <Button
            variant="subtle"
            color="red"
            disabled={code.startsWith('_')}
            aria-label={t.removeOf(name)}
            onClick={() => setRemoving(true)}
          >
            {t.remove}
          </Button>
        </Group>
        {isRemoving && <Removal code={code} name={name} onClose={() => setRemoving(false)} />}
      </td>
    </tr>
  )
}

import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconPackage } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../../api.ts'
import { client, type ReplyOf } from '../../../client.ts'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { When } from '../../../components/when.tsx'
import { saveAs } from '../../../download.ts'
import classes from '../admin.module.css'
import { useTexts } from '../texts.ts'
import { Apply } from './apply.tsx'
import { Chooser } from './chooser.tsx'
import type { File_ } from './folder.ts'
import { Removal } from './removal.tsx'
import { toTar } from './tar.ts'

type Solution = ReplyOf<'solutions', 'list'>['solutions'][number]

export function SolutionsPage() {
  const t = useTexts()
  const asked = useApi('solutions', 'list', {})
  const columns = useColumns()
  const [files, setFiles] = useState<File_[]>()
  if (files) return <Apply files={files} onClose={() => setFiles(undefined)} />
  return (
    <Page
      title={t.admin.parts.solutions}
      below={<div className={classes.hint}>{t.admin.solutions.hint}</div>}
    >
      <Chooser onChoose={setFiles} />
      <Shown of={asked}>
        {({ solutions }) => (
          <ListTable
            label={t.admin.parts.solutions}
            columns={columns}
            rows={solutions}
            idOf={({ code }) => code}
            empty={<Empty icon={IconPackage} title={t.admin.solutions.empty} />}
            hasCards
          />
        )}
      </Shown>
    </Page>
  )
}

function useColumns(): Column<Solution>[] {
  const t = useTexts().admin.solutions
  return [
    {
      key: 'name',
      title: t.name,
      cell: ({ code, name, description }) => (
        <div>
          <span className={classes.strong}>{name}</span> <span className={classes.sub}>{code}</span>
          {description && <div className={classes.sub}>{description}</div>}
        </div>
      ),
    },
    { key: 'version', title: t.version, isTight: true, cell: ({ version }) => version },
    {
      key: 'size',
      title: t.size,
      isTight: true,
      cell: ({ definitions }) => t.definitions(definitions),
    },
    {
      key: 'applied',
      title: t.applied,
      isTight: true,
      cell: ({ appliedAt }) => <When at={appliedAt} />,
    },
    {
      key: 'actions',
      title: t.export,
      isAction: true,
      cell: (solution) => <SolutionActions solution={solution} />,
    },
  ]
}

function SolutionActions({ solution: { code, name, version } }: { solution: Solution }) {
  const t = useTexts().admin.solutions
  const [isRemoving, setRemoving] = useState(false)
  const save = async () => {
    try {
      const { files } = await client.solutions.export({ params: { code } })
      saveAs(toTar(code, files), `${code}-${version}.tar`)
    } catch (error) {
      notifications.show({ color: 'red', message: (error as Error).message })
    }
  }
  return (
    <>
      <Group gap={6} wrap="nowrap" justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconDownload size={14} stroke={1.6} />}
          aria-label={t.exportOf(name)}
          onClick={() => void save()}
        >
          {t.export}
        </Button>
        {/* What comes with the server cannot be removed. */}
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
    </>
  )
}

import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { Confirm } from '../../components/confirm.tsx'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { Page } from '../../components/page.tsx'
import { sizeText } from '../../components/size-text.ts'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useList } from '../../list.ts'
import { useLanguage, useTexts } from '../../texts/index.ts'
import { tellErrors, useChanges } from './changes.tsx'
import type { FileView } from './directories.ts'
import { FileName } from './file-name.tsx'
import classes from './files.module.css'
import { FilesFrame, FoldersButton } from './frame.tsx'
import { KIND_ICONS, kindOf } from './kinds.ts'

const SIZE = 100

function useTrash() {
  return useList('disk', 'listTrash', { input: { size: SIZE } }, { rows: ({ files }) => files })
}

export function TrashPage() {
  const t = useTexts()
  const trash = useTrash()
  const content = () => {
    if (trash.error) return <Failure error={trash.error} again={trash.refetch} />
    if (!trash.data) return <Loading />
    return <Trashed list={trash} />
  }
  return (
    <Page
      title={t.files.trash.title}
      above={t.files.title}
      isFull
      actions={<FoldersButton here="trash" />}
    >
      <FilesFrame here="trash">{content()}</FilesFrame>
    </Page>
  )
}

type TrashedProps = { list: ReturnType<typeof useTrash> }

function Trashed({ list }: TrashedProps) {
  const t = useTexts()
  const { rows: files } = list
  const { restore } = useChanges()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [purging, setPurging] = useState<string[]>()
  const purge = useChange('disk', 'purgeFiles', {
    onDone: ({ items }) => {
      const done = tellErrors(items)
      setSelected(new Set())
      if (done.length > 0) notifications.show({ message: t.files.trash.purged(done.length) })
    },
  })
  const picked = files.filter(({ __id }) => selected.has(__id)).map(({ __id }) => __id)
  const nameOf = (id: string | undefined) => files.find(({ __id }) => __id === id)?.__name ?? ''
  const restoreAll = async () => {
    await restore(picked, nameOf(picked[0]))
    setSelected(new Set())
  }
  const columns = useColumns((file) => void restore([file.__id], file.__name))
  return (
    <>
      {picked.length > 0 && (
        <Group className={classes.bar} gap="xs">
          <Text size="sm" fw={600} mr="auto">
            {t.files.selected(picked.length)}
          </Text>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={14} stroke={1.6} />}
            onClick={() => void restoreAll()}
          >
            {t.files.trash.restore}
          </Button>
          <Button color="red" variant="light" onClick={() => setPurging(picked)}>
            {t.files.trash.purge}
          </Button>
        </Group>
      )}
      <ListTable
        label={t.files.trash.title}
        columns={columns}
        rows={files}
        idOf={({ __id }) => __id}
        selection={{ ids: selected, onChange: setSelected, nameOf: ({ __name }) => __name }}
        empty={
          <Empty icon={IconTrash} title={t.files.trash.empty} hint={t.files.trash.emptyHint} />
        }
        more={list}
      />
      {purging && (
        <Confirm
          title={t.files.trash.purgeTitle(purging.length)}
          text={t.files.trash.purgeHint}
          action={t.files.trash.purge}
          change={{ isPending: purge.isPending }}
          onClose={() => setPurging(undefined)}
          onSubmit={() =>
            purge.mutate({ input: { ids: purging } }, { onSettled: () => setPurging(undefined) })
          }
        />
      )}
    </>
  )
}

function useColumns(onRestore: (file: FileView) => void): Column<FileView>[] {
  const t = useTexts().files
  const language = useLanguage()
  return [
    {
      key: 'name',
      title: t.columns.name,
      cell: ({ __id, __name, contentType }) => (
        <FileName icon={KIND_ICONS[kindOf(contentType)]} name={__name} link={links.file(__id)} />
      ),
    },
    {
      key: 'size',
      title: t.columns.size,
      isWide: true,
      isTight: true,
      cell: ({ size }) => sizeText(size, language),
    },
    {
      key: 'deleted',
      title: t.trash.deletedAt,
      isTight: true,
      isQuiet: true,
      cell: ({ __deletedAt }) => <When at={__deletedAt} />,
    },
    {
      key: 'restore',
      title: t.trash.restore,
      isAction: true,
      cell: (file) => (
        <Button variant="subtle" onClick={() => onRestore(file)}>
          {t.trash.restore}
        </Button>
      ),
    },
  ]
}

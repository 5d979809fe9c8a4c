import { Button, Checkbox, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useChange } from '../../api.ts'
import { Confirm } from '../../components/confirm.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { sizeText } from '../../components/uploads.ts'
import { When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useList } from '../../list.ts'
import { useLanguage, useTexts } from '../../texts/index.ts'
import { tellErrors, useChanges } from './changes.tsx'
import type { FileView } from './directories.ts'
import classes from './files.module.css'
import { FilesFrame, FoldersButton } from './frame.tsx'
import { KIND_ICONS, kindOf } from './kinds.ts'

const SIZE = 100

function useTrash() {
  return useList(
    'disk',
    'listTrash',
    { input: { size: SIZE } },
    {
      rows: ({ files }) => files,
      next: ({ files }, pages) => (files.length < SIZE ? undefined : { from: pages.length * SIZE }),
    },
  )
}

export function TrashPage() {
  const t = useTexts()
  const trash = useTrash()
  const content = () => {
    if (trash.error) return <Failure error={trash.error} again={trash.refetch} />
    if (!trash.data) return <Loading />
    const files = trash.rows
    if (files.length === 0) {
      return <Empty icon={IconTrash} title={t.files.trash.empty} hint={t.files.trash.emptyHint} />
    }
    return <Trashed files={files} more={trash.hasNextPage ? trash.fetchNextPage : undefined} />
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

type TrashedProps = { files: FileView[]; more: (() => unknown) | undefined }

function Trashed({ files, more }: TrashedProps) {
  const t = useTexts()
  const { restore } = useChanges()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [purging, setPurging] = useState<string[]>()
  const purge = useChange('disk', 'purgeFiles', {
    onDone: ({ items }) => {
      const done = tellErrors(items)
      setChosen([])
      if (done.length > 0) notifications.show({ message: t.files.trash.purged(done.length) })
    },
  })
  const picked = files.filter(({ __id }) => chosen.includes(__id)).map(({ __id }) => __id)
  const nameOf = (id: string | undefined) => files.find(({ __id }) => __id === id)?.__name ?? ''
  const restoreAll = async () => {
    await restore(picked, nameOf(picked[0]))
    setChosen([])
  }
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
      <table className={classes.list}>
        <thead>
          <tr>
            <th className={classes.check}>
              <Checkbox
                size="xs"
                aria-label={t.files.selectAll}
                checked={picked.length === files.length}
                indeterminate={picked.length > 0 && picked.length < files.length}
                onChange={() =>
                  setChosen(picked.length === files.length ? [] : files.map(({ __id }) => __id))
                }
              />
            </th>
            <th>{t.files.columns.name}</th>
            <th data-minor>{t.files.columns.size}</th>
            <th>{t.files.trash.deletedAt}</th>
            <th className={classes.menu} aria-label={t.frame.actions.more} />
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <TrashedLine
              key={file.__id}
              file={file}
              isChosen={chosen.includes(file.__id)}
              onChoose={() =>
                setChosen((ids) =>
                  ids.includes(file.__id)
                    ? ids.filter((id) => id !== file.__id)
                    : [...ids, file.__id],
                )
              }
              onRestore={() => void restore([file.__id], file.__name)}
            />
          ))}
        </tbody>
      </table>
      {more && (
        <Button variant="subtle" color="gray" fullWidth onClick={() => void more()}>
          {t.files.more}
        </Button>
      )}
      {purging && (
        <Confirm
          title={t.files.trash.purgeTitle(purging.length)}
          text={t.files.trash.purgeHint}
          action={t.files.trash.purge}
          change={{ isPending: purge.isPending }}
          onClose={() => setPurging(undefined)}
          onConfirm={() =>
            purge.mutate({ input: { ids: purging } }, { onSettled: () => setPurging(undefined) })
          }
        />
      )}
    </>
  )
}

type TrashedLineProps = {
  file: FileView
  isChosen: boolean
  onChoose: () => void
  onRestore: () => void
}

function TrashedLine({ file, isChosen, onChoose, onRestore }: TrashedLineProps) {
  const t = useTexts()
  const language = useLanguage()
  const Icon = KIND_ICONS[kindOf(file.contentType)]
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className={classes.check}>
        <Checkbox
          size="xs"
          aria-label={t.files.select(file.__name)}
          checked={isChosen}
          onChange={onChoose}
        />
      </td>
      <td className={classes.nameCell}>
        <Link className={classes.name} to={links.file(file.__id)}>
          <Icon size={16} stroke={1.6} aria-hidden />
          <span>{file.__name}</span>
        </Link>
      </td>
      <td data-minor className={classes.size}>
        {sizeText(file.size, language)}
      </td>
      <td className={classes.quiet}>
        <When at={file.__deletedAt} />
      </td>
      <td className={classes.menu}>
        <Button variant="subtle" onClick={onRestore}>
          {t.files.trash.restore}
        </Button>
      </td>
    </tr>
  )
}

import { Button, Group, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi, useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { partsOf } from '../../../kinds.ts'
import adminClasses from '../admin.module.css'
import { useTexts } from '../texts.ts'
import classes from './access.module.css'
import { NewGrant } from './new-grant.tsx'
import { ObjectInput } from './object-input.tsx'
import { type Kind, useObjectName } from './objects.ts'
import { useRights } from './rights.ts'
import { SubjectName } from './subject.tsx'

type Grant = ReplyOf<'access', 'listGrants'>['grants'][number]

const PAGE = 50

export function Grants() {
  const t = useTexts()
  const [object, setObject] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)
  const [size, setSize] = useState(PAGE)
  const columns = useColumns()
  const { kind, path } = partsOf(object ?? '')
  const asked = useApi(
    'access',
    'listGrants',
    { input: object ? { kind, object: path } : {} },
    { keep: true },
  )
  return (
    <section className={adminClasses.section} aria-label={t.admin.access.grants}>
      <header>
        <div>
          <Title order={2}>{t.admin.access.grants}</Title>
          <p className={adminClasses.hint}>{t.admin.access.grantsHint}</p>
        </div>
        <Button leftSection={<IconPlus size={14} />} onClick={() => setMaking(true)}>
          {t.admin.access.grant}
        </Button>
      </header>
      <div className={classes.filter}>
        <ObjectInput label={t.admin.access.filter} value={object} onChange={setObject} />
      </div>
      <Shown of={asked}>
        {({ grants }) => (
          <ListTable
            label={t.admin.access.grants}
            columns={columns}
            rows={grants.slice(0, size)}
            idOf={({ id }) => id}
            empty={
              <Empty
                icon={IconShieldLock}
                title={t.admin.access.empty}
                hint={t.admin.access.emptyHint}
              />
            }
            more={{
              hasNextPage: grants.length > size,
              fetchNextPage: () => setSize(size + PAGE),
              note: t.admin.access.shown(size, grants.length),
            }}
            hasCards
          />
        )}
      </Shown>
      {isMaking && <NewGrant object={object} onClose={() => setMaking(false)} />}
    </section>
  )
}

function useColumns(): Column<Grant>[] {
  const t = useTexts().admin.access
  const { nameOf } = useRights()
  return [
    { key: 'what', title: t.what, cell: (grant) => <GrantObject grant={grant} /> },
    { key: 'right', title: t.right, cell: ({ right }) => nameOf(right) },
    { key: 'to', title: t.to, cell: (grant) => <SubjectName {...grant} /> },
    {
      key: 'actions',
      title: t.takeBack,
      isAction: true,
      cell: (grant) => <TakeBack grant={grant} />,
    },
  ]
}

function GrantObject({ grant: { kind, object } }: { grant: Grant }) {
  const t = useTexts().admin.access
  const name = useObjectName(`${kind}:${object}`)
  return (
    <span>
      <span className={adminClasses.strong}>{name}</span>{' '}
      <span className={adminClasses.sub}>{t.kinds[kind as Kind]?.toLowerCase() ?? kind}</span>
    </span>
  )
}

function TakeBack({ grant }: { grant: Grant }) {
  const t = useTexts().admin.access
  const { nameOf } = useRights()
  const { id, kind, object, right, subjectKind, subject } = grant
  const name = useObjectName(`${kind}:${object}`)
  const again = useChange('access', 'grant')
  const undo = () => {
    notifications.hide(id)
    again.mutate({ input: { kind, object, right, subjectKind, subject } })
  }
  const takeBack = useChange('access', 'revokeGrant', {
    onDone: () =>
      notifications.show({
        id,
        message: (
          <Group justify="space-between">
            {t.takenBack}
            <Button variant="default" onClick={undo}>
              {t.undo}
            </Button>
          </Group>
        ),
      }),
  })
  return (
    <Button
      variant="subtle"
      color="red"
      aria-label={t.takeBackOf(nameOf(right), name, t.subjectKinds[subjectKind])}
      loading={takeBack.isPending}
      onClick={() => takeBack.mutate({ params: { id } })}
    >
      {t.takeBack}
    </Button>
  )
}

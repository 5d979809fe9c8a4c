import { Button, Group, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi, useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Empty, Shown } from '../../../components/states.tsx'
import { useTexts } from '../../../texts/index.ts'
import adminClasses from '../admin.module.css'
import classes from './access.module.css'
import { NewGrant } from './new-grant.tsx'
import { ObjectInput } from './object-input.tsx'
import { type Kind, partsOf, useObjectName } from './objects.ts'
import { useRights } from './rights.ts'
import { SubjectName } from './subject.tsx'

type Grant = ReplyOf<'access', 'listGrants'>['grants'][number]

const PAGE = 50

export function Grants() {
  const t = useTexts()
  const [object, setObject] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)
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
        {({ grants }) =>
          grants.length === 0 ? (
            <Empty
              icon={IconShieldLock}
              title={t.admin.access.empty}
              hint={t.admin.access.emptyHint}
            />
          ) : (
            <GrantTable grants={grants} />
          )
        }
      </Shown>
      {isMaking && <NewGrant object={object} onClose={() => setMaking(false)} />}
    </section>
  )
}

function GrantTable({ grants }: { grants: Grant[] }) {
  const t = useTexts().admin
  const [size, setSize] = useState(PAGE)
  return (
    <>
      <div className={adminClasses.scroll}>
        <table className={adminClasses.table} data-cards>
          <thead>
            <tr>
              <th>{t.access.what}</th>
              <th>{t.access.right}</th>
              <th>{t.access.to}</th>
              <th aria-label={t.access.takeBack} />
            </tr>
          </thead>
          <tbody>
            {grants.slice(0, size).map((grant) => (
              <GrantRow key={grant.id} grant={grant} />
            ))}
          </tbody>
        </table>
      </div>
      {grants.length > size && (
        <Group mt="sm" gap="sm">
          <Button variant="default" onClick={() => setSize(size + PAGE)}>
            {t.showMore}
          </Button>
          <Text size="sm" c="var(--quiet)">
            {t.access.shown(size, grants.length)}
          </Text>
        </Group>
      )}
    </>
  )
}

function GrantRow({ grant }: { grant: Grant }) {
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
    <tr>
      <td>
        <span>
          <span className={adminClasses.strong}>{name}</span>{' '}
          <span className={adminClasses.sub}>{t.kinds[kind as Kind]?.toLowerCase() ?? kind}</span>
        </span>
      </td>
      <td data-label={t.right}>{nameOf(right)}</td>
      <td data-label={t.to}>
        <SubjectName subjectKind={subjectKind} subject={subject} />
      </td>
      <td data-tight>
        <Button
          variant="subtle"
          color="red"
          aria-label={t.takeBackOf(nameOf(right), name, t.subjectKinds[subjectKind])}
          loading={takeBack.isPending}
          onClick={() => takeBack.mutate({ params: { id } })}
        >
          {t.takeBack}
        </Button>
      </td>
    </tr>
  )
}

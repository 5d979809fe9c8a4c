import { Button } from '@mantine/core'
import { IconPlus, IconUserShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { useAddressState } from '../../components/address-state.ts'
import { SwitchField } from '../../components/controls.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'
import { CreateSubstitution } from './create-substitution.tsx'
import classes from './people.module.css'
import { PeopleTabs } from './people-tabs.tsx'
import { SubstitutionRow } from './substitution-row.tsx'

/** Who stands in for whom: everybody for administrators, what concerns oneself for others. */
export function SubstitutionsPage() {
  const t = useTexts().people
  const me = useMe()
  const { get, set } = useAddressState()
  const [isNew, setNew] = useState(false)
  const isAll = get('past') === 'true'
  const asked = useApi(
    'substitutions',
    'list',
    {
      input: {
        ...(me.isAdministrator && { user: 'all' as const }),
        current: isAll ? 'false' : 'true',
      },
    },
    { keep: true },
  )
  return (
    <Page
      title={t.tabs.substitutions}
      actions={
        <Button leftSection={<IconPlus size={14} />} onClick={() => setNew(true)}>
          {t.substitutions.create}
        </Button>
      }
      below={<PeopleTabs />}
    >
      <SwitchField
        mb="sm"
        size="xs"
        label={t.substitutions.past}
        value={isAll}
        onChange={(isOn) => set({ past: isOn ? 'true' : null })}
      />
      <Shown of={asked}>
        {({ substitutions }) =>
          substitutions.length === 0 ? (
            <Empty icon={IconUserShare} title={t.substitutions.none} hint={t.substitutions.hint} />
          ) : (
            <ul className={classes.rows} aria-label={t.tabs.substitutions}>
              {substitutions.map((each) => (
                <SubstitutionRow key={each.id} substitution={each} />
              ))}
            </ul>
          )
        }
      </Shown>
      {isNew && <CreateSubstitution onClose={() => setNew(false)} />}
    </Page>
  )
}

import { TextField } from '../../../../components/controls.tsx'
import { SettingInput } from '../../pages/settings/setting-input.tsx'
import type { Source } from '../../pages/settings/use-source.ts'
import { useBuildTexts } from '../../texts.ts'
import { draftFields } from '../draft-fields.ts'
import type { AppPartProps } from '../part.ts'
import { ColoursInput } from './colours-input.tsx'
import { type DraftView, VIEW_SETTINGS } from './draft-view.ts'
import { LimitsInput } from './limits-input.tsx'
import { SummariesInput } from './summaries-input.tsx'
import { ViewPreview } from './view-preview.tsx'
import classes from './views.module.css'

const OWN = { summaries: SummariesInput, limits: LimitsInput, colours: ColoursInput }

type ViewSettingsProps = AppPartProps & { code: string; view: DraftView; source: Source }

/** The settings of a view, and what it shows. */
export function ViewSettings(props: ViewSettingsProps) {
  const { draft, file, code, view, source } = props
  const t = useBuildTexts().app.views
  const at = ['views', code]
  const errorIn = (key: string) => draft.problemsAt(file, [...at, key], 'within')[0]?.message
  return (
    <div className={classes.halves}>
      <div className={classes.settings}>
        <TextField
          label={t.name}
          required
          value={view.name ?? ''}
          error={errorIn('name')}
          onChange={(text) => draft.set(file, [...at, 'name'], text)}
        />
        {(view.type ? VIEW_SETTINGS[view.type] : []).map((setting) => {
          const shared = {
            value: view[setting.key],
            error: errorIn(setting.key),
            onChange: (next: unknown) => draft.set(file, [...at, setting.key], next),
          }
          if (setting.is !== 'own') {
            return (
              <SettingInput
                key={setting.key}
                draft={draft}
                setting={setting}
                source={source}
                {...shared}
              />
            )
          }
          const Own = OWN[setting.key]
          return (
            <Own
              key={setting.key}
              {...shared}
              source={source}
              fields={draftFields(props)}
              columnsBy={typeof view.groupBy === 'string' ? view.groupBy : undefined}
            />
          )
        })}
      </div>
      <ViewPreview {...props} />
    </div>
  )
}

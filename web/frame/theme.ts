import { createTheme, type MantineColorsTuple } from '@mantine/core'

const pine: MantineColorsTuple = [
  '#eef7f4',
  '#dcebe6',
  '#b5d6cc',
  '#8bc0b0',
  '#68ad99',
  '#51a18a',
  '#409a80',
  '#2f6f62',
  '#276055',
  '#1b5247',
]

/** Calm and dense: people look at this all day. */
export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 7 },
  colors: { pine },
  defaultRadius: 'md',
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '20px' }, h2: { fontSize: '16px' }, h3: { fontSize: '14px' } },
  },
  cursorType: 'pointer',
  autoContrast: true,
  respectReducedMotion: true,
  components: {
    // The other hues are too pale for their letters, and red says that something is wrong.
    Avatar: {
      defaultProps: { allowedInitialsColors: ['blue', 'indigo', 'violet', 'grape', 'pink'] },
    },
    // With many choices on a narrow screen it has several lines.
    SegmentedControl: { styles: { root: { maxWidth: '100%', flexWrap: 'wrap' } } },
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    Modal: { defaultProps: { centered: true } },
  },
})

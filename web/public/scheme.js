// Before anything is drawn: a dark room must not flash white.
{
  const chosen = localStorage.getItem('kontor.scheme')
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
}

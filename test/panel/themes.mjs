/** The colours of VS Code's four kinds of theme, as far as the panel uses them. */
const FONTS = {
  'font-family': '"Segoe UI", "DejaVu Sans", sans-serif',
  'font-size': '13px',
  'editor-font-family': '"DejaVu Sans Mono", monospace',
};

const THEMES = {
  dark: {
    kind: 'vscode-dark',
    colours: {
      foreground: '#cccccc', descriptionForeground: '#9d9d9d', errorForeground: '#f85149', focusBorder: '#0078d4',
      'editor-background': '#1f1f1f', 'panel-border': '#2b2b2b', 'editorWidget-background': '#202020', 'toolbar-hoverBackground': '#5a5d5e50',
      'terminal-ansiCyan': '#11a8cd', 'terminal-ansiMagenta': '#bc3fbc',
      'charts-blue': '#3794ff', 'charts-green': '#89d185', 'charts-orange': '#d18616', 'charts-purple': '#b180d7', 'charts-yellow': '#cca700', 'charts-red': '#f14c4c',
      'dropdown-background': '#313131', 'dropdown-foreground': '#cccccc', 'dropdown-border': '#3c3c3c',
      'input-background': '#313131', 'input-foreground': '#cccccc', 'input-border': '#3c3c3c', 'input-placeholderForeground': '#989898',
      'textLink-foreground': '#4daafc', 'editor-findMatchHighlightBackground': '#ea5c0055',
      'button-secondaryBackground': '#313131', 'button-secondaryForeground': '#cccccc',
    },
  },
  light: {
    kind: 'vscode-light',
    colours: {
      foreground: '#3b3b3b', descriptionForeground: '#3b3b3b', errorForeground: '#f85149', focusBorder: '#005fb8',
      'editor-background': '#ffffff', 'panel-border': '#e5e5e5', 'editorWidget-background': '#f8f8f8', 'toolbar-hoverBackground': '#b8b8b850',
      'terminal-ansiCyan': '#0598bc', 'terminal-ansiMagenta': '#bc05bc',
      'charts-blue': '#1a85ff', 'charts-green': '#388a34', 'charts-orange': '#d18616', 'charts-purple': '#652d90', 'charts-yellow': '#bf8803', 'charts-red': '#e51400',
      'dropdown-background': '#ffffff', 'dropdown-foreground': '#3b3b3b', 'dropdown-border': '#cecece',
      'input-background': '#ffffff', 'input-foreground': '#3b3b3b', 'input-border': '#cecece', 'input-placeholderForeground': '#767676',
      'textLink-foreground': '#005fb8', 'editor-findMatchHighlightBackground': '#ea5c0055',
      'button-secondaryBackground': '#e5e5e5', 'button-secondaryForeground': '#3b3b3b',
    },
  },
  'hc-dark': {
    kind: 'vscode-high-contrast',
    colours: {
      foreground: '#ffffff', descriptionForeground: '#ffffffb3', errorForeground: '#f48771', focusBorder: '#f38518', contrastBorder: '#6fc3df',
      'editor-background': '#000000', 'panel-border': '#6fc3df', 'editorWidget-background': '#0c141f',
      'terminal-ansiCyan': '#00cdcd', 'terminal-ansiMagenta': '#cd00cd',
      'charts-blue': '#3794ff', 'charts-green': '#89d185', 'charts-orange': '#ab5a00', 'charts-purple': '#b180d7', 'charts-yellow': '#ffd370', 'charts-red': '#f48771',
      'dropdown-background': '#000000', 'dropdown-foreground': '#ffffff', 'dropdown-border': '#6fc3df',
      'input-background': '#000000', 'input-foreground': '#ffffff', 'input-border': '#6fc3df', 'input-placeholderForeground': '#ffffffb3',
      'textLink-foreground': '#21a6ff', 'button-border': '#6fc3df', 'button-secondaryForeground': '#ffffff',
    },
  },
  'hc-light': {
    kind: 'vscode-high-contrast-light vscode-high-contrast',
    colours: {
      'textPreformat-foreground': '#ffffff', 'textPreformat-background': '#09345f',
      foreground: '#292929', descriptionForeground: '#292929', errorForeground: '#b5200d', focusBorder: '#006bbd', contrastBorder: '#0f4a85',
      'editor-background': '#ffffff', 'panel-border': '#0f4a85', 'editorWidget-background': '#ffffff',
      'terminal-ansiGreen': '#136c13', 'terminal-ansiCyan': '#0598bc', 'terminal-ansiMagenta': '#bc05bc',
      'charts-blue': '#1a85ff', 'charts-green': '#374e06', 'charts-orange': '#0f4a85', 'charts-purple': '#652d90', 'charts-yellow': '#895503', 'charts-red': '#b5200d',
      'dropdown-background': '#ffffff', 'dropdown-foreground': '#292929', 'dropdown-border': '#0f4a85',
      'input-background': '#ffffff', 'input-foreground': '#292929', 'input-border': '#0f4a85', 'input-placeholderForeground': '#292929b3',
      'textLink-foreground': '#0f4a85', 'button-border': '#0f4a85', 'button-secondaryBackground': '#ffffff', 'button-secondaryForeground': '#292929',
    },
  },
};

export const themeNames = Object.keys(THEMES);

/** The style sheet with a theme's variables, as the webview host injects it. */
export function themeSheet(name) {
  const variables = Object.entries({ ...FONTS, ...THEMES[name].colours }).map(([key, value]) => `  --vscode-${key}: ${value};`);
  // As the webview host's own sheet does, before the page's.
  const code = 'code { color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); }';
  return `:root {\n${variables.join('\n')}\n}\n${code}\n`;
}

/** The classes that the webview host gives the body. */
export function themeKind(name) {
  return THEMES[name].kind;
}

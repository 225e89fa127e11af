import '@xyflow/react/dist/base.css';
import './panel.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.js';
import { post } from './vscodeApi.js';

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root, {
    onUncaughtError: (error) => {
      post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    },
  }).render(<App />);
}

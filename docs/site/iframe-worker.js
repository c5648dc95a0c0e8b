// Search runs in a worker, and browsers start none from a file. A page opened from disk gets this stand-in: a hidden frame that runs the same script.
if (location.protocol === "file:")
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = inside.document.createElement("script");
      const loaded = new Promise((resolve) => script.addEventListener("load", () => resolve(inside)));
      this.postMessage = (data) => loaded.then(() => inside.dispatchEvent(new MessageEvent("message", { data })));
      this.terminate = () => frame.remove();
      script.src = new URL(address, document.baseURI).href;
      inside.document.body.append(script);
    }
  };

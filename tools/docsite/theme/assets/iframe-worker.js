// The search of a page that was opened from the file system.
//
// Browsers start no worker there, so this class takes the place of Worker and runs its script in a
// hidden frame. The theme's search worker looks for the name IFrameWorker, and awaits importScripts.

class IFrameWorker extends EventTarget {
  constructor(url) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    this.inside = frame.contentWindow;
    // Otherwise Firefox puts another document into the frame a little later.
    this.inside.document.open();
    this.inside.document.write("<!doctype html><title>search</title><body></body>");
    this.inside.document.close();
    this.inside.postMessage = (data) => this.tell(data);
    this.inside.importScripts = (...urls) => urls.reduce(
      (before, one) => before.then(() => this.load(one)), Promise.resolve());
    this.ready = this.load(url);
  }

  load(url) {
    return new Promise((done, failed) => {
      const script = this.inside.document.createElement("script");
      script.src = url;
      script.onload = done;
      script.onerror = () => failed(new Error(`${url} can't be loaded`));
      this.inside.document.body.append(script);
    });
  }

  tell(data) {
    const event = new MessageEvent("message", { data });
    this.dispatchEvent(event);
    this.onmessage?.(event);
  }

  postMessage(data) {
    this.ready.then(() =>
      this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data })));
  }
}

if (location.protocol === "file:") {
  window.IFrameWorker = IFrameWorker;
  window.Worker = IFrameWorker;
}
